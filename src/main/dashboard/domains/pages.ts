import type { Feature } from "../base/feature.ts";

export default {
  name: "domains",
  pages: [
    {
      path: "domains",
      title: "app.page.domains",
      load: () => import("./list.tsx"),
      nav: { order: 10, icon: "domain", group: "more" },
      keywords: "dns dkim spf dmarc sender",
    },
    { path: "domains/:id", title: "app.page.domain", load: () => import("./domain.tsx") },
  ],
} satisfies Feature;
