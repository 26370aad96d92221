import type { Body } from "../base/api.ts";

/** The first email as a call of the API, in the languages people send from. */

export type FirstEmail = Required<Pick<Body<"/v1/send", "post">, "subject" | "body">> & { to: string; from: string };

export function firstEmail(to: string, domain: string, subject: string): FirstEmail {
  return {
    to,
    from: `hello@${domain}`,
    subject,
    body: "<h1>It works.</h1><p>This is the first email of your project.</p>",
  };
}

export function samplesOf(url: string, key: string, email: FirstEmail) {
  const json = JSON.stringify(email, null, 2);
  const line = JSON.stringify(email);
  return [
    {
      id: "curl",
      label: "curl",
      code:
        `curl ${url} \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`,
    },
    {
      id: "node",
      label: "Node",
      code: `const answer = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: "Bearer ${key}",
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indented(json, "  ")}),
});
console.log(await answer.json());`,
    },
    {
      id: "python",
      label: "Python",
      code: `import requests

answer = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${key}"},
    json=${indented(json, "    ")},
)
print(answer.json())`,
    },
    {
      id: "java",
      label: "Java",
      code: `var request = HttpRequest.newBuilder(URI.create("${url}"))
    .header("Authorization", "Bearer ${key}")
    .header("Content-Type", "application/json")
    .POST(BodyPublishers.ofString("""
        ${line}"""))
    .build();
var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
System.out.println(answer.body());`,
    },
    {
      id: "php",
      label: "PHP",
      code: `$answer = file_get_contents("${url}", false, stream_context_create(["http" => [
    "method" => "POST",
    "header" => "Authorization: Bearer ${key}\\r\\nContent-Type: application/json",
    "content" => '${line}',
]]));
echo $answer;`,
    },
  ];
}

/** All lines but the first moved to the right. */
function indented(text: string, by: string) {
  return text.replaceAll("\n", `\n${by}`);
}
