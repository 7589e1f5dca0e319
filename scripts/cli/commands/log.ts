import { z } from "zod";
import { AppError } from "../../../server/errors.ts";
import { readLogLevels } from "../../../server/log-levels.ts";
import { defineCommand } from "../command.ts";

const usualMinutes = 30;

export const logCommand = defineCommand({
  name: "log",
  args: z.strictObject({
    levels: z.string().optional(),
    minutes: z.number().min(0).max(1_440).default(usualMinutes),
  }),
  run: async (ctx, { levels, minutes }) => {
    if (levels === undefined) {
      if (ctx.config.databaseUrl !== undefined)
        throw new AppError(
          "invalid_request",
          "Say what to log, for example turns=debug: levels of other processes cannot be read.",
        );
      return { told: false, minutes: 0, ...ctx.logs.state() };
    }
    if (readLogLevels(levels) === undefined)
      throw new AppError(
        "invalid_request",
        "Levels are written as in debug, turns=debug or info,turns=debug,http=warn.",
      );
    await ctx.logs.tell({ levels, minutes });
    return { told: true, minutes, levels, rooms: [] };
  },
  render: ({ told, levels, minutes, rooms }) =>
    told
      ? `Every process was told to log ${levels}${minutes > 0 ? ` for ${minutes} minutes` : " until it is started again"}.`
      : `${levels}\n\nRooms: ${rooms.join(", ")}`,
});
