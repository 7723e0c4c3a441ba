// usage: java -cp boilerpipe.jar:… Peer.java FOLDER PASSES OUT.jsonl
// The same as peer.mjs for Debian's libboilerpipe-java: its ArticleExtractor.
import de.l3s.boilerpipe.document.TextDocument;
import de.l3s.boilerpipe.extractors.ArticleExtractor;
import de.l3s.boilerpipe.sax.BoilerpipeSAXInput;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.*;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.*;
import org.xml.sax.InputSource;

public class Peer {
  // Of all threads, the collector's and the compiler's too.
  static double cpuSeconds() {
    var system = (com.sun.management.OperatingSystemMXBean)
        ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  static String quoted(String text) {
    var out = new StringBuilder("\"");
    for (char c : (text == null ? "" : text).toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  static final Pattern CHARSET =
      Pattern.compile("<meta[^>]+charset=[\"']?([\\w-]+)", Pattern.CASE_INSENSITIVE);

  static String charsetOf(byte[] bytes) {
    var head = new String(bytes, 0, Math.min(bytes.length, 2048), ISO_8859_1);
    var named = CHARSET.matcher(head);
    boolean known = named.find() && Charset.isSupported(named.group(1));
    return known ? named.group(1) : "UTF-8";
  }

  static TextDocument read(byte[] bytes) throws Exception {
    var source = new InputSource(new ByteArrayInputStream(bytes));
    source.setEncoding(charsetOf(bytes));
    var document = new BoilerpipeSAXInput(source).getTextDocument();
    ArticleExtractor.INSTANCE.process(document);
    return document;
  }

  public static void main(String[] args) throws Exception {
    List<Path> files;
    try (var all = Files.list(Path.of(args[0]))) {
      files = all.filter(f -> f.toString().endsWith(".html")).sorted()
          .collect(Collectors.toList());
    }
    var rows = new StringBuilder();
    var seconds = new ArrayList<String>();
    for (int pass = 0; pass < Integer.parseInt(args[1]); ++pass) {
      double used = 0;
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        double start = cpuSeconds();
        String title = "", body = "";
        try {
          TextDocument document = read(bytes);
          title = document.getTitle();
          body = document.getContent();
        } catch (Throwable error) {
          // The page counts as read, without anything found.
        }
        used += cpuSeconds() - start;
        if (pass > 0) continue;
        String id = file.getFileName().toString().replace(".html", "");
        rows.append("{\"id\":" + quoted(id) + ",\"title\":" + quoted(title) +
                    ",\"articleBody\":" + quoted(body) + "}\n");
      }
      seconds.add(String.valueOf(used));
    }
    Files.writeString(Path.of(args[2]), rows.toString());
    System.out.println("{\"version\":\"1.2.0\",\"pages\":" + files.size() + ",\"seconds\":[" +
                       String.join(",", seconds) + "]}");
  }
}
