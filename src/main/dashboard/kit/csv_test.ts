import { equals } from "../build/equals.ts";
import { csvOf } from "./csv.ts";

const columns = [
  { id: "name", header: "Name", cell: () => null, text: (row: { name: string | null; count: number }) => row.name },
  { id: "mark", header: "Mark", cell: () => null },
  { id: "count", header: "Count, all", cell: () => null, text: (row: { count: number }) => row.count },
];

Deno.test("a list is written with the columns that have a text", () => {
  equals(
    csvOf(columns, [{ name: "Ada", count: 3 }, { name: null, count: -1 }]),
    'Name,"Count, all"\r\nAda,3\r\n,-1\r\n',
  );
});

Deno.test("what a cell holds is not taken for the end of it, nor for a formula", () => {
  const names = ['say "hi"', "a\nb", "=1+1", "'@x", "it's"];
  const lines = csvOf(columns, names.map((name) => ({ name, count: 0 }))).split("\r\n").slice(1, -1);
  equals(lines, ['"say ""hi""",0', '"a\nb",0', "'=1+1,0", "''@x,0", "it's,0"]);
});
