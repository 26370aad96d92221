import type { Feature } from "../base/feature.ts";

export default {
  name: "analytics",
  pages: [
    {
      path: "analytics",
      title: "app.page.analytics",
      load: () => import("./analytics.tsx"),
      nav: { order: 90, icon: "chart", group: "work" },
      keywords: "statistics report numbers opens clicks deliverability bounces heat map audience growth links",
    },
  ],
} satisfies Feature;
