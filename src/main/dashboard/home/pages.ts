import type { Feature } from "../base/feature.ts";
import { withReasons } from "../reasons/load.ts";

export default {
  name: "home",
  pages: [
    {
      path: "",
      title: "app.page.home",
      load: () => withReasons(import("./home.tsx")),
      nav: { order: 10, icon: "home", group: "work", key: "h" },
    },
  ],
} satisfies Feature;
