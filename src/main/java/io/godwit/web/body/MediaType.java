package io.godwit.web.body;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.RouteTable;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks the {@code Content-Type} of a body: JSON, a multipart form with a file, or the fields of a form. Anything else is a 415.
 */
public final class MediaType {

    private static final String FORM = "multipart/form-data";
    private static final String FIELDS = "application/x-www-form-urlencoded";
    private static final int MAX_BOUNDARY_LENGTH = 70;

    private MediaType() {}

    public static void require(HttpServerRequest request, RouteTable.Route route) {
        var type = request.headers().get(HttpHeaders.CONTENT_TYPE);
        var plain = !isEncoded(request) && type != null;
        if (route.body().raw()) {
            require(!isEncoded(request), "The body must come without a content encoding");
        } else if (route.body().file().isPresent()) {
            require(plain && isForm(type), "The body must be " + FORM + " with a file and without a content encoding");
        } else if (route.body().form()) {
            require(plain && (isFields(type) || isForm(type)), "The body must be " + FIELDS + " or " + FORM);
        } else {
            require(plain && isJson(type), "The body must be application/json in UTF-8 without a content encoding");
        }
    }

    private static void require(boolean right, String sentence) {
        if (!right) {
            throw Failure.of(Kind.UNSUPPORTED_MEDIA_TYPE, sentence);
        }
    }

    private static boolean isEncoded(HttpServerRequest request) {
        var encoding = request.headers().get(HttpHeaders.CONTENT_ENCODING);
        return encoding != null && !encoding.equalsIgnoreCase("identity");
    }

    public static boolean isJson(String type) {
        if (type.equals("application/json")) {
            return true;
        }
        var parts = type.toLowerCase(Locale.ROOT).split(";", -1);
        if (!parts[0].strip().equals("application/json")) {
            return false;
        }
        for (var at = 1; at < parts.length; at++) {
            var parameter = parts[at].replace("\"", "").strip();
            if (parameter.startsWith("charset") && !parameter.matches("charset\\s*=\\s*utf-?8")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isForm(String type) {
        return essence(type).equals(FORM);
    }

    private static boolean isFields(String type) {
        return essence(type).equals(FIELDS);
    }

    /** Returns the media type in lower case, without parameters. */
    static String essence(String type) {
        return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /**
     * The boundary between the parts of a multipart body (RFC 2046 §5.1.1); empty when the header names none, or an invalid one.
     */
    public static Optional<String> boundary(HttpServerRequest request) {
        var type = request.headers().get(HttpHeaders.CONTENT_TYPE);
        return HeaderParameterParser.of(type == null ? "" : type)
                .get("boundary")
                .filter(boundary -> !boundary.isEmpty() && boundary.length() <= MAX_BOUNDARY_LENGTH);
    }
}
