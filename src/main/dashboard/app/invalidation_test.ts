import "../build/page.ts";
import { equals } from "../build/equals.ts";
import { client } from "../base/data.ts";
import { applyCounts } from "./invalidation.ts";

/** Puts an answer about these topics into the cache, which takes the numbers that come for it. */
function cache(name: string, topics: string[]) {
  const counts = (_: unknown, numbers: unknown) => numbers;
  client.getQueryCache().build(client, { queryKey: [name], meta: { topics, counts } }).setData("old");
}

const shown = (name: string) => client.getQueryData([name]);

Deno.test("the numbers of one thing go to the answers about it, and not to those about another of its kind", () => {
  cache("one", ["campaign:1", "campaign"]);
  cache("other", ["campaign:2", "campaign"]);
  cache("all", ["campaign"]);

  applyCounts({ topic: "campaign", id: "2" }, "new");

  equals([shown("one"), shown("other"), shown("all")], ["old", "new", "old"]);
});

Deno.test("the numbers of no single thing go to the answers about their topic", () => {
  cache("queue", ["queue"]);
  cache("activity", ["activity"]);

  applyCounts({ topic: "queue" }, "new");

  equals([shown("queue"), shown("activity")], ["new", "old"]);
});
