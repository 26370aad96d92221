import type { Feature } from "../base/feature.ts";
import { withConditions } from "../conditions/load.ts";

export default {
  name: "workflows",
  pages: [
    {
      path: "workflows",
      title: "app.page.workflows",
      load: () => import("./list.tsx"),
      nav: { order: 80, icon: "workflow", group: "work", key: "w" },
      keywords: "automation series journey drip",
    },
    { path: "workflows/new", title: "app.page.workflow", load: () => import("./edit/create.tsx") },
    { path: "workflows/:id", title: "app.page.workflow", load: () => withConditions(import("./workflow.tsx")) },
    {
      path: "workflows/:id/executions/:execution",
      title: "app.page.workflow",
      load: () => withConditions(import("./execution.tsx")),
    },
  ],
} satisfies Feature;
