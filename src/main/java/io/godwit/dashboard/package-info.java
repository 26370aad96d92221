/**
 * The dashboard's files: {@link io.godwit.dashboard.DashboardRoutes} serves what the build of {@code src/main/dashboard} has put
 * into {@code webroot/app} of the jar, and the index page with its content security policy.
 */
@NullMarked
package io.godwit.dashboard;

import org.jspecify.annotations.NullMarked;
