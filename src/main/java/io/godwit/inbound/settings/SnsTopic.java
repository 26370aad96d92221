package io.godwit.inbound.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An SNS topic, by its ARN, with the URL host of its region, the only one trusted for it.
 *
 * @param host of its certificates and confirmations
 */
public record SnsTopic(String arn, String region, String host) {

    private static final Pattern ARN = Pattern.compile(
            "arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]{2,10}){1,3}-\\d{1,2}):\\d{12}:[A-Za-z0-9_.-]{1,256}");

    private static final Pattern CERTIFICATE = Pattern.compile("/SimpleNotificationService-[0-9A-Za-z]{1,64}\\.pem");

    /** Parses an ARN; empty for anything but an ARN of a topic. */
    public static Optional<SnsTopic> of(String arn) {
        var parts = ARN.matcher(arn);
        return parts.matches()
                ? Optional.of(new SnsTopic(
                        arn,
                        parts.group(2),
                        "sns." + parts.group(2) + ".amazonaws.com"
                                + (parts.group(1).equals("aws-cn") ? ".cn" : "")))
                : Optional.empty();
    }

    /** Returns the URL of a signature's certificate; empty when it is not at the topic's host. */
    public Optional<URI> certificate(String address) {
        return uri(address).filter(uri -> CERTIFICATE.matcher(uri.getRawPath()).matches() && uri.getRawQuery() == null);
    }

    /** Returns the URL that confirms a subscription of this topic; empty when it is not at the topic's host. */
    public Optional<URI> confirmation(String address) {
        return uri(address)
                .filter(uri -> uri.getRawPath().equals("/")
                        && String.valueOf(uri.getRawQuery()).contains("Action=ConfirmSubscription"));
    }

    /** Returns the URL if it has https, the topic's host and the default port, without user and password. */
    private Optional<URI> uri(String address) {
        try {
            var uri = new URI(address);
            var isAmazon = "https".equals(uri.getScheme())
                    && host.equals(uri.getRawAuthority())
                    && uri.getRawPath() != null
                    && uri.getRawFragment() == null;
            return isAmazon ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException notAnAddress) {
            return Optional.empty();
        }
    }
}
