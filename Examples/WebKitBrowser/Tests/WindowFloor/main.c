// Measures the minimum time of a start on a machine. The program is linked with WebKit, and shows a
// window with a label or, with an argument, a window with a WebKit view that loads nothing.

#include <gtk/gtk.h>
#include <webkit/webkit.h>

static void painted(GdkFrameClock *clock, gpointer application) {
  g_print("mark painted %" G_GINT64_FORMAT "\n", g_get_monotonic_time());
  g_application_quit(application);
}

static void mapped(GtkWidget *window, gpointer application) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  g_signal_connect(clock, "after-paint", G_CALLBACK(painted), application);
}

static void activated(GtkApplication *application, gpointer has_view) {
  GtkWindow *window = GTK_WINDOW(gtk_application_window_new(application));
  gtk_window_set_default_size(window, 1080, 760);
  gtk_window_set_child(window, has_view ? webkit_web_view_new() : gtk_label_new("Retrace"));
  g_signal_connect(window, "map", G_CALLBACK(mapped), application);
  gtk_window_present(window);
}

int main(int count, char **arguments) {
  GtkApplication *application =
    gtk_application_new("org.retrace.WindowFloor", G_APPLICATION_NON_UNIQUE);
  gpointer has_view = count > 1 ? application : NULL;
  g_signal_connect(application, "activate", G_CALLBACK(activated), has_view);
  return g_application_run(G_APPLICATION(application), 1, arguments);
}
