import type { Feature } from "../base/feature.ts";

export default {
  name: "account",
  pages: [{ path: "account", scope: "user", title: "app.page.account", load: () => import("./account.tsx") }],
} satisfies Feature;
