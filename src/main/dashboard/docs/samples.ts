import type { Call } from "./call.ts";

/** One call as code to copy, in the languages people send from. */
export function samplesOf(call: Call) {
  return [
    { id: "curl", label: "curl", code: curl(call) },
    { id: "javascript", label: "JavaScript", code: javascript(call) },
    { id: "java", label: "Java", code: java(call) },
    { id: "python", label: "Python", code: python(call) },
  ];
}

const isJson = (call: Call) => call.headers["Content-Type"] === "application/json";
const headersOf = (call: Call) => Object.entries(call.headers);

function curl(call: Call): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${call.method === "GET" ? "" : `-X ${call.method} `}${quoted(call.url)}`,
    ...headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.body ? [`-d ${quoted(call.body)}`] : []),
    ...(call.fileField ? [`-F ${call.fileField}=@file`] : []),
  ].join(" \\\n  ");
}

function javascript(call: Call): string {
  const headers = headersOf(call).map(([name, value]) => `    ${nameOf(name)}: ${JSON.stringify(value)},\n`).join("");
  const body = call.fileField
    ? "  body: form,\n"
    : call.body
    ? `  body: ${isJson(call) ? `JSON.stringify(${indented(call.body, "  ")})` : JSON.stringify(call.body)},\n`
    : "";
  const form = call.fileField ? `const form = new FormData();\nform.set("${call.fileField}", input.files[0]);\n\n` : "";
  return `${form}const answer = await fetch("${call.url}", {
  method: "${call.method}",
${headers ? `  headers: {\n${headers}  },\n` : ""}${body}});
console.log(answer.status, await answer.text());`;
}

function java(call: Call): string {
  const headers = headersOf(call).map(([name, value]) =>
    `    .header(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`
  )
    .join("");
  const parts = call.fileField
    ? `var start = "--part\\r\\nContent-Disposition: form-data; name=\\"${call.fileField}\\"; filename=\\"file\\"\\r\\n\\r\\n";\n`
    : "";
  const publisher = call.fileField
    ? `BodyPublishers.concat(
        BodyPublishers.ofString(start), BodyPublishers.ofFile(Path.of("file")), BodyPublishers.ofString("\\r\\n--part--\\r\\n"))`
    : call.body
    ? `BodyPublishers.ofString("""\n        ${indented(call.body.replaceAll("\\", "\\\\"), "        ")}""")`
    : "BodyPublishers.noBody()";
  const type = call.fileField ? `    .header("Content-Type", "multipart/form-data; boundary=part")\n` : "";
  return `${parts}var request = HttpRequest.newBuilder(URI.create("${call.url}"))
${headers}${type}    .method("${call.method}", ${publisher})
    .build();
var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
System.out.println(answer.statusCode() + " " + answer.body());`;
}

function python(call: Call): string {
  const headers = headersOf(call).filter(([name]) => !(name === "Content-Type" && isJson(call)))
    .map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join("");
  const body = call.fileField
    ? `    files={"${call.fileField}": open("file", "rb")},\n`
    : call.body
    ? isJson(call) ? `    json=${indented(pythonic(call.body), "    ")},\n` : `    data=${JSON.stringify(call.body)},\n`
    : "";
  return `import requests

answer = requests.request(
    "${call.method}",
    "${call.url}",
${headers ? `    headers={\n${headers}    },\n` : ""}${body})
print(answer.status_code, answer.text)`;
}

/** Words of JSON that are other words in Python; those inside texts stay. */
function pythonic(json: string): string {
  const words: Record<string, string> = { true: "True", false: "False", null: "None" };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => words[found] ?? found);
}

const nameOf = (name: string) => /^\w+$/.test(name) ? name : JSON.stringify(name);

/** All lines but the first moved to the right. */
function indented(text: string, by: string) {
  return text.replaceAll("\n", `\n${by}`);
}
