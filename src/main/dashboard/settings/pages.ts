import type { Feature } from "../base/feature.ts";

export default {
  name: "settings",
  pages: [
    {
      path: "settings",
      title: "app.page.settings",
      load: () => import("./project.tsx"),
      nav: { order: 20, icon: "settings", group: "more" },
      keywords: "project name tracking language delete reset keys team security audit billing webhooks",
    },
    { path: "keys", title: "app.page.keys", load: () => import("./keys.tsx") },
    { path: "team", title: "app.page.team", load: () => import("./team.tsx") },
    { path: "suppressions", title: "app.page.suppressions", load: () => import("./suppressions.tsx") },
    { path: "webhooks", title: "app.page.webhooks", load: () => import("./webhooks.tsx") },
    { path: "security", title: "app.page.security", load: () => import("./security.tsx") },
    { path: "audit", title: "app.page.audit", load: () => import("./audit.tsx") },
    { path: "billing", title: "app.page.billing", load: () => import("./billing.tsx") },
  ],
} satisfies Feature;
