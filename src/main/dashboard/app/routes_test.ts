import { equals } from "../build/equals.ts";
import { isPage, routeAt, routesOf } from "./routes.ts";

const load = () => Promise.reject(new Error("not loaded"));
const routes = routesOf([{
  name: "contacts",
  pages: [
    { path: "contacts", title: "app.page.contacts", load },
    { path: "contacts/:id", title: "app.page.contact", load },
    { path: "contacts/fields", title: "app.page.fields", load },
    { path: "account", scope: "user", title: "app.page.account", load },
    { path: "", title: "app.page.home", load },
  ],
}]);

Deno.test("a path names a page and its parameters", () => {
  equals(routeAt(routes, "p/7/contacts/9")?.params, { project: "7", id: "9" });
  equals(routeAt(routes, "p/7")?.route.pattern, "p/:project");
  equals(routeAt(routes, "p/7/nothing"), undefined);
});

Deno.test("a word that is a page of its own is no parameter", () => {
  equals(routeAt(routes, "p/7/contacts/fields")?.route.pattern, "p/:project/contacts/fields");
});

Deno.test("a link is known to have a page, or none", () => {
  const links = ["contacts", "contacts/9?tab=emails", "/account", "", "nothing", "/nothing"];
  equals(links.map((to) => isPage(routes, to)), [true, true, true, true, false, false]);
});
