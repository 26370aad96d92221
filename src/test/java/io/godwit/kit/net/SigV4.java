package io.godwit.kit.net;

import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks signatures of requests to S3, by the provider's description ("Signature Version 4", header form). */
record SigV4(String accessKey, String secretKey, String region) {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final Pattern AUTHORIZATION = Pattern.compile(
            ALGORITHM
                    + " Credential=([^/]+)/((\\d{8})/([^/]+)/s3/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})");

    /** Returns whether the sender of this knows the secret key, and sent this very request and body. */
    boolean signed(HttpServerRequest request, byte[] body) {
        var parts = AUTHORIZATION.matcher(String.valueOf(request.getHeader("authorization")));
        return parts.matches()
                && parts.group(1).equals(accessKey)
                && parts.group(4).equals(region)
                && List.of(parts.group(5).split(";")).contains("host")
                && isHashOf(request.getHeader("x-amz-content-sha256"), body)
                && signature(request, parts).equals(parts.group(6));
    }

    private static boolean isHashOf(String sent, byte[] body) {
        return "UNSIGNED-PAYLOAD".equals(sent) || sha256(body).equals(sent);
    }

    private String signature(HttpServerRequest request, Matcher parts) {
        var toSign = String.join(
                "\n",
                ALGORITHM,
                request.getHeader("x-amz-date"),
                parts.group(2),
                sha256(canonical(request, parts.group(5)).getBytes(StandardCharsets.UTF_8)));
        var key = ("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8);
        for (var step : List.of(parts.group(3), region, "s3", "aws4_request")) {
            key = hmac(key, step);
        }
        return HexFormat.of().formatHex(hmac(key, toSign));
    }

    private static String canonical(HttpServerRequest request, String signedHeaders) {
        var query = request.query() == null ? "" : request.query();
        var parameters = Stream.of(query.split("&"))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
                .sorted()
                .collect(Collectors.joining("&"));
        var headers = Stream.of(signedHeaders.split(";"))
                .map(name -> name + ":" + request.getHeader(name).strip() + "\n")
                .collect(Collectors.joining());
        return String.join(
                "\n",
                request.method().name(),
                request.path(),
                parameters,
                headers,
                signedHeaders,
                request.getHeader("x-amz-content-sha256"));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
