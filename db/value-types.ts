import pg from "pg";

const { INT8 } = pg.types.builtins;

/**
 * How server values are parsed: as in `pg`, except that a `bigint` becomes a number. All our values (sequences, bytes, tokens, millionths)
 * are far below 2^53.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
