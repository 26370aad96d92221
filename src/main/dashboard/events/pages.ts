import type { Feature } from "../base/feature.ts";

export default {
  name: "events",
  pages: [
    {
      path: "events",
      title: "app.page.events",
      load: () => import("./events.tsx"),
      nav: { order: 35, icon: "event", group: "work" },
      keywords: "track names payloads",
    },
  ],
} satisfies Feature;
