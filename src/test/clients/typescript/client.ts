import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({
  baseUrl: Deno.env.get("GODWIT_URL")!,
  headers: { Authorization: `Bearer ${Deno.env.get("GODWIT_KEY")}` },
});
const sent = await client.POST("/v1/send", {
  body: { to: "typescript@example.com", from: Deno.env.get("GODWIT_FROM"), subject: "From TypeScript", body: "<p>Hello</p>" },
});
if (!sent.data) throw new Error(JSON.stringify(sent.error));
const id: string = sent.data.data.emails[0]!.email;
const list = await client.GET("/emails", { params: { query: { limit: 10 } } });
if (!list.data) throw new Error(JSON.stringify(list.error));
if (!list.data.data.some((each) => each.id === id)) throw new Error(`the log has no ${id}`);
console.log(id);
