package io.godwit.config;

import io.godwit.accounts.SignUpPolicy;
import io.godwit.oauth.ProviderFlags;
import java.util.List;
import java.util.Optional;

/**
 * The answer of {@code GET /config}. A feature that is missing is reported as disabled, so that no page shows a button for it;
 * members that are always null are read by clients of the first generation.
 */
record ConfigResponse(String environment, PublicUrls urls, Features features, AmazonFacts aws) {

    private record PublicUrls(String api, String dashboard, Optional<String> landing, Optional<String> wiki) {}

    private record Features(
            BillingFeature billing,
            StorageFeature storage,
            ProviderFlags authProviders,
            EmailFeature email,
            SmtpFeature smtp,
            SignUpFeature signup) {}

    private record BillingFeature(boolean enabled) {}

    private record StorageFeature(boolean enabled, boolean s3Enabled, StorageProvider provider) {}

    private enum StorageProvider {
        local,
        s3
    }

    private record EmailFeature(boolean trackingToggleEnabled, EmailProvider provider) {}

    /** The email provider: a mail server, or the catcher, which stores and shows emails. */
    private enum EmailProvider {
        catcher,
        smtp
    }

    private record SmtpFeature(boolean enabled, Optional<String> domain, Optional<List<Integer>> ports) {}

    private record SignUpFeature(boolean enabled, boolean signupsDisabled) {}

    private record AmazonFacts(Optional<String> sesRegion, String mailFromSubdomain) {}

    static ConfigResponse of(Settings settings) {
        var api = settings.http().publicUrl();
        var dashboard = settings.http().dashboardOrigin().orElse(api);
        return new ConfigResponse(
                "production",
                new PublicUrls(api, dashboard, Optional.empty(), Optional.empty()),
                features(settings),
                new AmazonFacts(Optional.empty(), settings.domains().wanted().bounceLabel()));
    }

    private static Features features(Settings settings) {
        var bucket = settings.uploads().bucket().isPresent();
        var signUps = settings.accounts().signups() != SignUpPolicy.CLOSED;
        return new Features(
                new BillingFeature(settings.billing().enabled()),
                new StorageFeature(true, bucket, bucket ? StorageProvider.s3 : StorageProvider.local),
                ProviderFlags.of(settings.accounts().providers()),
                new EmailFeature(true, settings.catchesMail() ? EmailProvider.catcher : EmailProvider.smtp),
                new SmtpFeature(false, Optional.empty(), Optional.empty()),
                new SignUpFeature(signUps, !signUps));
    }
}
