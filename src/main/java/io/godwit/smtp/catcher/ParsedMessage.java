package io.godwit.smtp.catcher;

import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.MimeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A caught message parsed from its file, in the forms the API shows. */
record ParsedMessage(CaughtMessage caught, byte[] raw, MimeReader.Contents contents) {

    /** A reference in HTML or CSS to a part of the message, up to a character that ends an address there. */
    private static final Pattern IMAGE = Pattern.compile("cid:([^\"'\\s<>()]+)", Pattern.CASE_INSENSITIVE);

    /**
     * The start of a {@code link} element: no policy keeps {@code <link rel=preconnect>} from telling a stranger that the email
     * is read.
     */
    private static final Pattern LINK = Pattern.compile("<link", Pattern.CASE_INSENSITIVE);

    /**
     * The source of an image at another server, such as the one that counts opens. The policy of the frame would refuse it, with a
     * message in the browser's console.
     */
    private static final Pattern REMOTE_IMAGE = Pattern.compile(
            "(<img\\b[^<>]{0,1000}?\\s)src(\\s{0,9}=\\s{0,9}[\"']?\\s{0,9}(?:https?:)?//)", Pattern.CASE_INSENSITIVE);

    /** Max characters of images in one page. */
    private static final int MAX_IMAGES = 64 << 20;

    static ParsedMessage of(CaughtMessage message, byte[] raw) {
        return new ParsedMessage(message, raw, MimeReader.read(raw));
    }

    MessageView shown() {
        return new MessageView(
                caught.id(),
                caught.receivedAt(),
                caught.from(),
                caught.to(),
                caught.subject(),
                caught.envelope(),
                caught.size(),
                contents.html(),
                contents.text(),
                contents.headers(),
                files(),
                new String(raw, StandardCharsets.UTF_8));
    }

    private List<MessageView.File> files() {
        var files = new ArrayList<MessageView.File>();
        for (var file : contents.attachments()) {
            files.add(new MessageView.File(
                    file.filename(),
                    file.contentType(),
                    file.inline(),
                    file.contentId(),
                    file.bytes().length,
                    CaughtMessageRoutes.MESSAGES + "/" + caught.id() + "/attachments/" + files.size()));
        }
        return files;
    }

    Optional<Attachment> attachment(String number) {
        var all = contents.attachments();
        return number.matches("\\d{1,4}") && Integer.parseInt(number) < all.size()
                ? Optional.of(all.get(Integer.parseInt(number)))
                : Optional.empty();
    }

    /**
     * Returns the HTML body for its frame, with the message's own images in it and links opened outside. A message that refers
     * to its images so often that they would fill the memory shows the first of them.
     */
    String frame() {
        var idToImage = images();
        var left = MAX_IMAGES;
        var shown = new StringBuilder("<!DOCTYPE html><base target=\"_blank\">");
        var matcher = IMAGE.matcher(
                withoutRemoteImages(withoutLinkElements(contents.html().orElse(""))));
        while (matcher.find()) {
            var image = idToImage.getOrDefault(matcher.group(1), "");
            var fits = !image.isEmpty() && image.length() <= left;
            left -= fits ? image.length() : 0;
            matcher.appendReplacement(shown, Matcher.quoteReplacement(fits ? image : matcher.group()));
        }
        return matcher.appendTail(shown).toString();
    }

    /** Replaces link elements by an element that is parsed alike and does nothing (HTML Living Standard §13.2.6.4.4). */
    private static String withoutLinkElements(String html) {
        return LINK.matcher(html).replaceAll("<basefont");
    }

    /** Leaves images of other servers without a source, so that the text in their place is shown. */
    private static String withoutRemoteImages(String html) {
        return REMOTE_IMAGE.matcher(html).replaceAll("$1data-src$2");
    }

    /** Returns the images by the two forms in which a link names a content id (RFC 2392 §2). */
    private Map<String, String> images() {
        var idToImage = new HashMap<String, String>();
        for (var file : contents.attachments()) {
            if (file.contentId().isPresent() && file.contentType().startsWith("image/")) {
                var content = Base64.getEncoder().encodeToString(file.bytes());
                var image = "data:" + file.contentType() + ";base64," + content;
                idToImage.putIfAbsent(file.contentId().get(), image);
                idToImage.putIfAbsent(Attachment.encoded(file.contentId().get()), image);
            }
        }
        return idToImage;
    }
}
