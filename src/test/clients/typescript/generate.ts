import openapiTS, { astToString } from "openapi-typescript";

// Writes the types of the document in openapi.json.
Deno.writeTextFileSync("api.ts", astToString(await openapiTS(new URL("openapi.json", import.meta.url))));
