import type { Feature } from "../base/feature.ts";

export default {
  name: "session",
  pages: [
    { path: "sign-in", scope: "open", title: "app.page.signIn", load: () => import("./sign-in.tsx") },
    { path: "second-factor", scope: "open", title: "app.page.secondFactor", load: () => import("./second-factor.tsx") },
    { path: "sign-up", scope: "open", title: "app.page.signUp", load: () => import("./sign-up.tsx") },
    { path: "forgotten", scope: "open", title: "app.page.forgotten", load: () => import("./forgot-password.tsx") },
    { path: "reset-password", scope: "open", title: "app.page.reset", load: () => import("./reset-password.tsx") },
    { path: "verify-email", scope: "open", title: "app.page.verify", load: () => import("./verify-email.tsx") },
    { path: "unconfirmed", scope: "open", title: "app.page.verify", load: () => import("./unconfirmed.tsx") },
    {
      path: "accept-invitation",
      scope: "open",
      title: "app.page.invitation",
      load: () => import("./accept-invitation.tsx"),
    },
    { path: "welcome", scope: "open", title: "app.page.welcome", load: () => import("./welcome.tsx") },
    { path: "new-project", scope: "user", title: "app.newProject", load: () => import("./new-project.tsx") },
  ],
} satisfies Feature;
