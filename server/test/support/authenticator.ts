import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** Faults of an authenticator. */
export interface Slip {
  origin?: string;
  host?: string;
  challenge?: string;
  /** Without user verification. */
  withoutPerson?: boolean;
  /** Signs with another key. */
  foreignKey?: boolean;
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;
const text = (value: string) => Buffer.from(value, "utf8");
const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();

/** A device that creates one passkey and signs with it, in the formats that browsers send. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #url: URL;
  counter = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  make(challenge: string, slip: Slip = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const point = (value: string | undefined) => Buffer.from(value ?? "", "base64url");
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      point(x),
      Buffer.from("225820", "hex"),
      point(y),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.#data(slip, withKey), Buffer.alloc(16), length, this.id, cose]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      Buffer.from("a363", "hex"),
      text("fmt"),
      Buffer.from("64", "hex"),
      text("none"),
      Buffer.from("67", "hex"),
      text("attStmt"),
      Buffer.from("a068", "hex"),
      text("authData"),
      Buffer.from("59", "hex"),
      size,
      data,
    ]);
    const said = this.#client("webauthn.create", challenge, slip);
    return {
      type: "made",
      id: this.id.toString("base64url"),
      transports: ["internal"],
      response: { client_data: said.toString("base64url"), attestation: attestation.toString("base64url") },
    };
  }

  sign(challenge: string, slip: Slip = {}) {
    const data = this.#data(slip, 0);
    const said = this.#client("webauthn.get", challenge, slip);
    const key: KeyObject = slip.foreignKey
      ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
      : this.#keys.privateKey;
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(said)]))
      .sign(key);
    return {
      type: "signed",
      id: this.id.toString("base64url"),
      response: {
        client_data: said.toString("base64url"),
        authenticator_data: data.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  }

  #data({ host, withoutPerson }: Slip, more: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(present | (withoutPerson ? 0 : verified) | more);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(host ?? this.#url.hostname), rest]);
  }

  #client(type: string, asked: string, { origin, challenge }: Slip): Buffer {
    const said = { type, challenge: challenge ?? asked, origin: origin ?? this.#url.origin, crossOrigin: false };
    return text(JSON.stringify(said));
  }
}
