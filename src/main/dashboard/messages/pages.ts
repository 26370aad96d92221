import type { Feature } from "../base/feature.ts";
import { withReasons } from "../reasons/load.ts";

export default {
  name: "messages",
  pages: [
    {
      path: "messages",
      title: "app.page.messages",
      load: () => withReasons(import("./list.tsx")),
      nav: { order: 20, icon: "mail", group: "work", key: "m" },
      keywords: "emails log sent",
    },
    { path: "messages/:id", title: "app.page.message", load: () => withReasons(import("./message.tsx")) },
  ],
} satisfies Feature;
