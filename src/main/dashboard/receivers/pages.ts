import type { Feature } from "../base/feature.ts";

export default {
  name: "receivers",
  pages: [
    {
      path: "receivers",
      title: "app.page.receivers",
      load: () => import("./receivers.tsx"),
      nav: { order: 31, icon: "send", group: "more", shown: ({ operator }) => operator },
      keywords: "sites providers mail hosts queue pace rate pause resume suspended throttled operator",
    },
  ],
} satisfies Feature;
