import { equals } from "../build/equals.ts";
import { callOf, problemOf } from "./call.ts";
import { exampleOf } from "./example.ts";
import { findIn } from "./index.ts";
import { blocksOf } from "./markdown.ts";
import { apiOf, type Operation } from "./openapi.ts";
import { samplesOf } from "./samples.ts";

const described = {
  operationId: "changeContact",
  tags: ["Contacts"],
  summary: "Change a contact",
  parameters: [
    { name: "id", in: "path" as const, required: true },
    { name: "view", in: "query" as const },
  ],
  requestBody: { content: { "application/json": {} } },
  responses: {},
};
const operation: Operation = { ...described, method: "patch", path: "/contacts/{id}", tag: "Contacts" };
const values = { parameters: { "path id": "a/b", "query view": "list" }, body: `{"name": "it's null", "vip": true}` };

Deno.test("a call has its values where the document says", () => {
  const call = callOf(operation, values, "https://mail.test", "sk_1");
  equals(call.url, "https://mail.test/contacts/a%2Fb?view=list");
  equals(call.headers, { Authorization: "Bearer sk_1", "Content-Type": "application/json" });
});

Deno.test("a sample is right in its language: quotes of the shell, words of Python", () => {
  const [curl, javascript, java, python] = samplesOf(callOf(operation, values, "https://mail.test", "sk_1"))
    .map(({ code }) => code);
  equals(curl!.includes(`-d '{"name": "it'\\''s null", "vip": true}'`), true);
  equals(javascript!.includes(`JSON.stringify({"name": "it's null", "vip": true})`), true);
  equals(java!.includes(`.method("PATCH", BodyPublishers.ofString("""`), true);
  equals(python!.includes(`json={"name": "it's null", "vip": True}`), true);
});

Deno.test("a call without a parameter of the path, or with a body that is no JSON, is not sent", () => {
  equals(problemOf(operation, { parameters: {}, body: "" })?.name, "id");
  equals(problemOf(operation, { ...values, body: "{" })?.kind, "json");
  equals(problemOf(operation, values), undefined);
});

Deno.test("an example is made of a schema that holds itself", () => {
  const schemas = {
    Node: { type: "object", required: ["next"], properties: { next: { $ref: "#/components/schemas/Node" } } },
  };
  equals(JSON.stringify(exampleOf({ $ref: "#/components/schemas/Node" }, schemas)).length < 100, true);
  equals(exampleOf({ type: ["string", "null"], format: "email" }, {}), "ada@example.com");
});

Deno.test("operations stand in the order the document names, unnamed ones last", () => {
  const paths = {
    "/a": { get: { ...described, operationId: "unnamed" } },
    "/b": { get: { ...described, operationId: "second" }, post: { ...described, operationId: "first" } },
  };
  const { operations } = apiOf({
    info: { title: "", version: "" },
    tags: [{ name: "Contacts", description: "", "x-operations": ["first", "second"] }],
    paths,
    components: { schemas: {}, responses: {} },
  });
  equals(operations.map(({ operationId }) => operationId), ["first", "second", "unnamed"]);
});

Deno.test("a search finds all its words, those in titles first", () => {
  const entry = (label: string, words: string) => ({ label, hint: "", to: label, title: label.toLowerCase(), words });
  const index = [entry("Errors", "send again"), entry("Send an email", "one recipient or more")];
  equals(findIn(index, "send").map(({ label }) => label), ["Send an email", "Errors"]);
  equals(findIn(index, "send recipient").map(({ label }) => label), ["Send an email"]);
});

Deno.test("samples that follow each other are one sample in several languages", () => {
  const blocks = blocksOf(
    "## Rules\n\n- one\n  and more\n- two\n\n```sh\na\n\nb\n```\n\n```js\nc\n```\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n",
  );
  equals(blocks.map(({ kind }) => kind), ["heading", "list", "code", "table"]);
  equals(blocks[1], { kind: "list", items: ["one and more", "two"] });
  equals(blocks[2], { kind: "code", samples: [{ language: "sh", code: "a\n\nb" }, { language: "js", code: "c" }] });
  equals(blocks[3], { kind: "table", rows: [["A", "B"], ["1", "2"]] });
});
