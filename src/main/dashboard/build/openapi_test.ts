import { equals } from "./equals.ts";
import { typeOf, typesOf } from "./openapi.ts";

Deno.test("schemas of JSON become types", () => {
  equals(typeOf({ type: ["string", "null"] }), "(string) | (null)");
  equals(typeOf({ type: "array", items: { $ref: "#/components/schemas/Contact" } }), "(Contact)[]");
  equals(typeOf({ enum: ["SENT", "FAILED"] }), '"SENT" | "FAILED"');
  equals(
    typeOf({ type: "object", required: ["id"], properties: { id: { type: "string" }, age: { type: "integer" } } }),
    '{ "id": string; "age"?: number }',
  );
  equals(typeOf({ type: "object", additionalProperties: { type: "number" } }), "Record<string, number>");
});

Deno.test("an operation has the types of its parameters, its body and its answer", () => {
  const types = typesOf({
    paths: {
      "/contacts/{id}": {
        get: {
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "view", in: "query", schema: { enum: ["list"] } },
          ],
          responses: { 200: { content: { "application/json": { schema: { type: "string" } } } } },
        },
      },
    },
  });
  const expected = 'get: { path: { "id": string }; query: { "view"?: "list" }; body: undefined; answer: string };';
  equals(types.includes(expected), true);
});
