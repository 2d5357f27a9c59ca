#include <gtk/gtk.h>
#include <glib-unix.h>
#include <webkit/webkit.h>
