import { guess, parse } from "./csv-sample.ts";

function equal(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
  }
}

Deno.test("quotes, doubled quotes and line ends in cells are read", () =>
  equal(parse('a,b\r\n"x ""y"", z","two\nlines"\r\n'), [["a", "b"], ['x "y", z', "two\nlines"]]));

Deno.test("semicolons part cells where the first line has more of them", () =>
  equal(parse("mail;name\na@b.c;Ann, Bo"), [["mail", "name"], ["a@b.c", "Ann, Bo"]]));

Deno.test("the column of the addresses is found by its usual names, once", () =>
  equal(guess(["Name", "E-Mail", "Status", "mail"]), {
    Name: "Name",
    "E-Mail": "email",
    Status: "status",
    mail: "mail",
  }));
