import { base } from "../base/address.ts";
import { type Api, apiOf } from "./openapi.ts";

/** Reads the document of this server. */
export async function loadApi(): Promise<Api> {
  const answer = await fetch(`${base}/openapi.json`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return apiOf(await answer.json());
}
