import pg from "pg";

const { INT8 } = pg.types.builtins;

/**
 * How values of the server are read: as `pg` does, but a `bigint` is a number. All of ours (sequences, bytes, tokens, millionths) are far
 * below 2^53.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
