import type { Feature } from "../base/feature.ts";
import { withReasons } from "../reasons/load.ts";

export default {
  name: "contacts",
  pages: [
    {
      path: "contacts",
      title: "app.page.contacts",
      load: () => import("./list.tsx"),
      nav: { order: 40, icon: "people", group: "work", key: "c" },
      keywords: "people audience addresses subscribers",
    },
    { path: "contacts/import", title: "app.page.import", load: () => import("./import.tsx"), keywords: "csv upload" },
    { path: "contacts/jobs", title: "app.page.jobs", load: () => import("./jobs.tsx"), keywords: "progress bulk csv" },
    { path: "contacts/fields", title: "app.page.fields", load: () => import("./fields.tsx"), keywords: "columns data" },
    { path: "contacts/:id", title: "app.page.contact", load: () => withReasons(import("./contact.tsx")) },
  ],
} satisfies Feature;
