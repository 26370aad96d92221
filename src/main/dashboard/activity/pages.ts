import type { Feature } from "../base/feature.ts";
import { withReasons } from "../reasons/load.ts";

export default {
  name: "activity",
  pages: [
    {
      path: "activity",
      title: "app.page.activity",
      load: () => withReasons(import("./feed.tsx")),
      nav: { order: 30, icon: "activity", group: "work" },
      keywords: "feed news log",
    },
  ],
} satisfies Feature;
