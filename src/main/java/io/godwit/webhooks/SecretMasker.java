package io.godwit.webhooks;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Masks the parts of URLs and headers that may be secret, where they are shown or logged. */
public final class SecretMasker {

    private static final String HIDDEN = "***";
    private static final int MAX_LENGTH = 500;
    /** The part before the query and the fragment; a placeholder's own {@code ??} and {@code #if} are neither. */
    private static final Pattern PATH = Pattern.compile("(?:\\{\\{[^{}=&]*}}|[^?#])*+");

    private static final Pattern USER = Pattern.compile("^([^/?#]*//)[^/?#]*@");
    private static final Pattern VALUE = Pattern.compile("=[^&]*");

    private SecretMasker() {}

    /** The URL without user and fragment, with the values of the query masked; at most {@value #MAX_LENGTH} characters. */
    public static String url(String url) {
        var plain = url.replaceAll("\\p{Cntrl}", " ");
        var path = path(plain);
        var place = USER.matcher(path).replaceFirst("$1");
        var query = plain.substring(path.length()).split("#", 2)[0];
        var masked = query.isEmpty() ? place : place + "?" + query(query.substring(1));
        return masked.length() <= MAX_LENGTH ? masked : masked.substring(0, MAX_LENGTH - 1) + "…";
    }

    private static String path(String url) {
        var path = PATH.matcher(url);
        return path.lookingAt() ? path.group() : "";
    }

    /** The scheme, host and port of a masked URL. */
    static String place(String masked) {
        var path = masked.indexOf('/', masked.indexOf("//") + 2);
        return path < 0 ? masked : masked.substring(0, path);
    }

    /** Masks the values of a query; a query without names is masked whole. */
    private static String query(String query) {
        return query.indexOf('=') < 0 ? HIDDEN : VALUE.matcher(query).replaceAll("=" + HIDDEN);
    }

    /** The names of headers in order, with every value masked, as any header may carry a secret. */
    public static Map<String, String> headers(Map<String, String> headers) {
        var masked = new TreeMap<String, String>();
        headers.keySet().forEach(name -> masked.put(name, HIDDEN));
        return masked;
    }
}
