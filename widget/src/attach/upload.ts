import type { Attachment } from "../../../protocol/attachments.ts";
import { isAttachment, isRecord } from "../../../ui/events/shapes.ts";
import { type Api, ApiError, codeOf } from "../client/api.ts";

export interface Upload {
  api: Api;
  token: string;
  /** Made here, so that sending again is not sending twice. */
  id: string;
  file: File;
  signal: AbortSignal;
  /** 0..1 */
  onProgress(share: number): void;
}

/**
 * Sends one file. Not by `fetch`, which tells no progress.
 * @throws ApiError, `network` when it did not get through; it never ends when it was given up.
 */
export function upload({ api, token, id, file, signal, onProgress }: Upload): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set("id", id);
    form.set("file", file);
    request.open("POST", `${api.base}/attachments`);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / (total || 1));
    request.onerror = () => reject(new ApiError("network", 0));
    request.onload = () => {
      const { status, responseText } = request;
      const attachment = status < 300 ? attachmentIn(responseText) : undefined;
      if (attachment) resolve(attachment);
      else reject(new ApiError(codeOf(responseText), status));
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

function attachmentIn(text: string): Attachment | undefined {
  const body: unknown = JSON.parse(text);
  return isRecord(body) && isAttachment(body["attachment"]) ? body["attachment"] : undefined;
}
