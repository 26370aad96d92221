import type { Feature } from "../base/feature.ts";

export default {
  name: "home",
  pages: [
    {
      path: "",
      title: "app.page.home",
      load: () => import("./home.tsx"),
      nav: { order: 10, icon: "home", group: "work", key: "h" },
    },
  ],
} satisfies Feature;
