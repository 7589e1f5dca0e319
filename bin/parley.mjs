#!/usr/bin/env node
import { startBuilt } from "../scripts/setup/start-built.mjs";

await startBuilt("scripts/parley.js");
