import type { Feature } from "../base/feature.ts";

export default {
  name: "system",
  pages: [
    {
      path: "system",
      title: "app.page.system",
      load: () => import("./system.tsx"),
      nav: { order: 30, icon: "desktop", group: "more", shown: ({ operator }) => operator },
      keywords: "nodes queues database disk settings log version retention backup operator",
    },
  ],
} satisfies Feature;
