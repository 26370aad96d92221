import "../build/page.ts";
import { equals } from "../build/equals.ts";
import { nextPage } from "./entry.ts";

/** The page that is wanted when the address of the sign-in page names this one. */
function pageAfter(next: string) {
  location.search = new URLSearchParams({ next }).toString();
  return nextPage();
}

Deno.test("the page wanted keeps its query, a search with a plus too", () => {
  const search = "p/1/contacts?" + new URLSearchParams({ search: "ada lovelace", tag: "a+b" });

  equals(pageAfter(search), "p/1/contacts?search=ada+lovelace&tag=a%2Bb");
});

Deno.test("no other site is wanted", () => {
  equals(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"].map(pageAfter), [
    "",
    "",
    "",
    "",
  ]);
});
