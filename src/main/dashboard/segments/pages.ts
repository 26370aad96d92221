import type { Feature } from "../base/feature.ts";
import { withConditions } from "../conditions/load.ts";

export default {
  name: "segments",
  pages: [
    {
      path: "segments",
      title: "app.page.segments",
      load: () => import("./list.tsx"),
      nav: { order: 50, icon: "segment", group: "work", key: "s" },
      keywords: "groups audiences filters lists",
    },
    { path: "segments/new", title: "app.page.segment", load: () => withConditions(import("./create.tsx")) },
    { path: "segments/:id", title: "app.page.segment", load: () => withConditions(import("./segment.tsx")) },
  ],
} satisfies Feature;
