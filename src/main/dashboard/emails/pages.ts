import type { Feature } from "../base/feature.ts";
import { withReasons } from "../reasons/load.ts";

export default {
  name: "emails",
  pages: [
    {
      path: "emails",
      title: "app.page.emails",
      load: () => withReasons(import("./list.tsx")),
      nav: { order: 20, icon: "email", group: "work", key: "m" },
      keywords: "messages log sent",
    },
    { path: "emails/:id", title: "app.page.email", load: () => withReasons(import("./email.tsx")) },
  ],
} satisfies Feature;
