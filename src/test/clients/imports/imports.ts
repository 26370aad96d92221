import { openApiToBruno, postmanToBruno } from "@usebruno/converters";
import converter from "openapi-to-postmanv2";
import { Collection } from "postman-collection";

// Imports the document as Bruno and Postman do, and prints how many requests came out of it in each way.
// deno-lint-ignore no-explicit-any
type Json = any;
const document = JSON.parse(Deno.readTextFileSync("openapi.json"));
const collection = JSON.parse(Deno.readTextFileSync("postman.json"));

const inBruno = (items: Json[]): number =>
  items.reduce((sum, item) => sum + (item.items ? inBruno(item.items) : item.request ? 1 : 0), 0);
const inPostman = (exported: Json): number => {
  let count = 0;
  new Collection(exported).forEachItem((item: Json) => count += item.request.url.getPath() ? 1 : 0);
  return count;
};
const converted = await new Promise<Json>((resolve, reject) =>
  converter.convertV2({ type: "json", data: document }, { folderStrategy: "Tags" }, (error: unknown, result: Json) =>
    error || !result.result ? reject(error ?? new Error(result.reason)) : resolve(result.output[0].data))
);
const brunoOfPostman: Json = await postmanToBruno(collection);
console.log(JSON.stringify({
  openApiInBruno: inBruno((await openApiToBruno(document)).items),
  collectionInBruno: inBruno(brunoOfPostman.collection?.items ?? brunoOfPostman.items),
  openApiInPostman: inPostman(converted),
  collectionInPostman: inPostman(collection),
}));
