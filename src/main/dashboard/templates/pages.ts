import type { Feature } from "../base/feature.ts";
import { withWriting } from "../writing/load.ts";

export default {
  name: "templates",
  pages: [
    {
      path: "templates",
      title: "app.page.templates",
      load: () => import("./list.tsx"),
      nav: { order: 60, icon: "template", group: "work", key: "t" },
      keywords: "emails content design",
    },
    { path: "templates/new", title: "app.page.template", load: () => withWriting(import("./create.tsx")) },
    { path: "templates/:id", title: "app.page.template", load: () => withWriting(import("./template.tsx")) },
  ],
} satisfies Feature;
