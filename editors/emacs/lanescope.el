;;; lanescope.el --- See where lanes go  -*- lexical-binding: t; -*-

;; Eglot, which is part of Emacs from version 29 on, starts the server for these modes:
;;
;;   (load "/path/to/lanescope/editors/emacs/lanescope.el")
;;   M-x eglot
;;
;; A mode that has another server too is asked which one: C-u M-x eglot.

;;; Code:

(require 'eglot)

(defgroup lanescope nil "Where lanes of SIMD and GPU code go." :group 'tools)

(defcustom lanescope-command '("lanescope" "lsp")
  "The server and its arguments."
  :type '(repeat string))

(defcustom lanescope-target nil
  "Whose cheapest sequences are shown; nil: those of this machine."
  :type '(choice (const nil) string))

(define-derived-mode visa-mode prog-mode "vISA"
  "Intel's virtual instruction set."
  (setq-local comment-start "// "))

(define-derived-mode lanes-mode prog-mode "Lanes"
  "Files of claims, as lanescope test reads them."
  (setq-local comment-start "# "))

(add-to-list 'auto-mode-alist '("\\.visaasm\\'" . visa-mode))
(add-to-list 'auto-mode-alist '("\\.lanes\\'" . lanes-mode))

(defun lanescope-contact (&rest _)
  "What Eglot starts, and what it is told first."
  (append lanescope-command
          (list :initializationOptions
                (if lanescope-target (list :target lanescope-target) (make-hash-table)))))

(add-to-list 'eglot-server-programs
             '(((asm-mode :language-id "asm") (visa-mode :language-id "visa") (lanes-mode :language-id "lanes")
                (llvm-mode :language-id "llvm"))
               . lanescope-contact))

(provide 'lanescope)
;;; lanescope.el ends here
