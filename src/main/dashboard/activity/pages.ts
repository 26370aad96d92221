import type { Feature } from "../base/feature.ts";

export default {
  name: "activity",
  pages: [
    {
      path: "activity",
      title: "app.page.activity",
      load: () => import("./feed.tsx"),
      nav: { order: 30, icon: "activity", group: "work" },
      keywords: "feed news log",
    },
  ],
} satisfies Feature;
