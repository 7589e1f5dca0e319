import { z } from "zod";
import { AppError } from "../../../server/core/errors.ts";
import { readLogLevels } from "../../../server/core/log-levels.ts";
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
          "Name the levels to set, for example turns=debug. This command cannot show the levels of a running server.",
        );
      return { told: false, minutes: 0, ...ctx.logs.state() };
    }
    if (readLogLevels(levels) === undefined)
      throw new AppError(
        "invalid_request",
        "Write levels like this: debug, turns=debug or info,turns=debug,http=warn.",
      );
    await ctx.logs.tell({ levels, minutes });
    return { told: true, minutes, levels, loggers: [] };
  },
  render: ({ told, levels, minutes, loggers }) =>
    told
      ? `Log levels of all processes set to ${levels}${minutes > 0 ? ` for ${minutes} minutes` : " until the next start"}.`
      : `${levels}\n\nLoggers: ${loggers.join(", ")}`,
});
