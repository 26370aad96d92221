import { recordOf } from "./json.ts";

/** A path of the API with the values that it names in braces. */
export const filled = (path: string, values: unknown) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(recordOf(values)[name])));
